/** A template can't be rendered with the given data. */
export class RenderRefused extends Error {
  override readonly name = "RenderRefused"

  /** `reason` completes a sentence about the template. It says what to do and repeats no data. */
  constructor(readonly reason: string) {
    super(reason)
  }
}
