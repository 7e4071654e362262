import { Data } from "effect"

export class FolderNotUsable extends Data.TaggedError("FolderNotUsable")<{
  readonly path: string
  readonly attempt: "read" | "written"
  readonly cause: unknown
}> {
  readonly code = "file_not_usable"

  private get reason(): string | undefined {
    const { cause } = this
    return cause instanceof Error && "code" in cause && typeof cause.code === "string"
      ? cause.code
      : undefined
  }

  get isMissing(): boolean {
    return this.reason === "ENOENT"
  }

  override get message(): string {
    const code = this.reason === undefined ? "" : ` (${this.reason})`
    return `${this.path} can't be ${this.attempt}${code}. Check that it exists and that you may access it.`
  }
}
