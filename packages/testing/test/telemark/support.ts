import { createTestTelemark, type TestTelemark, type TestTelemarkOptions } from "@telemark/testing"
import { onTestFinished } from "vitest"

/** A Telemark that is closed when the test is over. */
export const open = async (options: TestTelemarkOptions = {}): Promise<TestTelemark> => {
  const telemark = await createTestTelemark({ from: "Shop <shop@example.com>", ...options })
  onTestFinished(telemark.close)
  return telemark
}

/** A mail to an address. */
export const mailTo = (to: string) => ({ to, subject: "Hello", text: "Hi" })

/** Sends one and answers its id. */
export const sendTo = async (telemark: TestTelemark, to: string): Promise<string> =>
  (await telemark.emails.send(mailTo(to))).queued[0]?.id ?? ""

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
