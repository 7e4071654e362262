/** A template that can't be rendered with the data it was given. */
export class RenderRefused extends Error {
  override readonly name = "RenderRefused"

  /** `reason` says what to do, as the end of a sentence about the template, and repeats nothing of the data. */
  constructor(readonly reason: string) {
    super(reason)
  }
}
