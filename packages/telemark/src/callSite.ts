/** The frames of a stack, without the line that names the error. */
const framesOf = (stack: string): string => {
  const at = stack.search(/\n\s+at /)
  return at < 0 ? "" : stack.slice(at)
}

/**
 * Telemark's own errors have a tag. They describe a caller's mistake, so frames inside Telemark are
 * of no use.
 */
const isExpected = (error: Error): boolean => "_tag" in error

/** Own errors whose stack already points to a call. */
const led = new WeakSet<Error>()

const copyOf = (error: Error): Error => {
  // Set the prototype last: the stack of a new error is built at its first access and contains
  // class and message.
  const copy = Object.defineProperties(new Error(), Object.getOwnPropertyDescriptors(error))
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object)
  return copy
}

/**
 * Several calls may fail with the same error, for example sends written in one transaction. Each
 * gets an error that points to itself.
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
 * Remembers the caller's stack, because effects run on a separate stack. The returned function
 * makes an error's stack point to the caller: the caller's frames replace those inside Telemark in
 * own errors, and follow them in others. An own error that already points elsewhere is copied.
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
