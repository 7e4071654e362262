import { describe, expect, it } from "@effect/vitest"
import { StorageError } from "@telemark/contract"
import { failed } from "../../src/database/client/sqlClient.js"
import { toStorageError } from "../../src/database/storageError.js"

const failure = (code: string) =>
  toStorageError(failed(Object.assign(new Error("driver"), { code })))

describe("toStorageError", () => {
  it.each([
    "SQLITE_BUSY",
    "SQLITE_BUSY_SNAPSHOT",
    "SQLITE_LOCKED_SHAREDCACHE",
    "SQLITE_FULL",
    "SQLITE_IOERR_WRITE",
    "SQLITE_CANTOPEN",
    "SQLITE_READONLY_DBMOVED",
    "08006",
    "53300",
    "57P01",
    "40001",
    "40P01",
    "55P03",
    "25006",
    "ECONNREFUSED",
    "ECONNRESET",
    "EPIPE",
    "ETIMEDOUT",
    "ENOTFOUND"
  ])("calls %s unavailable: the same call may succeed later", (code) => {
    expect(failure(code).reason).toBe("unavailable")
  })

  it.each([
    "SQLITE_CONSTRAINT_UNIQUE",
    "SQLITE_CORRUPT",
    "SQLITE_NOTADB",
    "SQLITE_ERROR",
    "23505",
    "42601",
    "22P02"
  ])("calls %s a fault", (code) => {
    expect(failure(code).reason).toBe("fault")
  })

  it("keeps the driver's error as the cause, and a StorageError as it is", () => {
    const cause = new Error("driver")
    expect(toStorageError(cause).cause).toBe(cause)
    const error = new StorageError({ reason: "unavailable", cause })
    expect(toStorageError(error)).toBe(error)
  })
})
