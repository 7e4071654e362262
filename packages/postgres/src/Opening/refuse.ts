import { StorageError } from "@telemark/core"

export const refuse = (message: string): StorageError =>
  new StorageError({ reason: "fault", cause: new Error(message) })
