import { access, constants } from "node:fs/promises"
import { delimiter, join } from "node:path"

/** Whether a program is on the PATH, or in one of `folders`. */
export const isInstalled = async (
  program: string,
  folders: ReadonlyArray<string> = []
): Promise<boolean> => {
  const all = [...(process.env["PATH"] ?? "").split(delimiter), ...folders]
  const found = await Promise.all(
    all.map((folder) =>
      access(join(folder, program), constants.X_OK).then(
        () => true,
        () => false
      )
    )
  )
  return found.includes(true)
}
