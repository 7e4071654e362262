import { StorageError } from "@telemark/contract"

export const refuse = (message: string): StorageError =>
  new StorageError({ reason: "fault", cause: new Error(message) })
