/** Without the line that names the error. */
const framesOf = (stack: string): string => {
  const at = stack.search(/\n\s+at /)
  return at < 0 ? "" : stack.slice(at)
}

/** They describe a caller's mistake: frames inside Telemark are of no use. */
const isExpected = (error: Error): boolean => "_tag" in error

/** Own errors whose stack already points to a call. */
const led = new WeakSet<Error>()

const copyOf = (error: Error): Error => {
  // The prototype comes last: the stack is built at its first access, with class and message.
  const copy = Object.defineProperties(new Error(), Object.getOwnPropertyDescriptors(error))
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object)
  return copy
}

/**
 * Sends written in one transaction may fail with the same error. Each gets one that points to
 * itself.
 */
const pointed = (error: Error, frames: string): Error => {
  const own = led.has(error) ? copyOf(error) : error
  const { stack = "" } = own
  const head = isExpected(own) ? `${own.name}: ${own.message}` : stack
  if (isExpected(own)) led.add(own)
  return Object.defineProperty(own, "stack", {
    value: head + frames,
    configurable: true,
    writable: true,
    enumerable: false
  })
}

/**
 * Remembers the caller's stack, since effects run on another. The returned function leads an
 * error's stack to the caller: instead of frames inside Telemark in own errors, behind them in
 * others.
 */
export const callSite = (
  below: (...args: ReadonlyArray<never>) => unknown
): ((error: unknown) => unknown) => {
  const caller: { readonly stack?: string } = {}
  Error.captureStackTrace(caller, below)
  return (error) => {
    const frames = framesOf(caller.stack ?? "")
    return error instanceof Error && Object.isExtensible(error) && frames !== ""
      ? pointed(error, frames)
      : error
  }
}
