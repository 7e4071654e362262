import { StorageError } from "@telemark/core"

/** A start that fails, with what the operator reads. */
export const refuse = (message: string): StorageError => new StorageError({ reason: "fault", cause: new Error(message) })
