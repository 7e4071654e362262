/** The recipients of one send. The number of the run tells what an earlier one left behind. */
export const recipientsOf = (run: number, send: number, count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, one) => `customer-${run}-${send}-${one}@example.com`)

/** The run and the send of a recipient; undefined for others. */
export const sendOf = (
  recipient: string
): { readonly run: number; readonly send: number } | undefined => {
  const [, run, send] = /^customer-(\d+)-(\d+)-\d+@/.exec(recipient) ?? []
  return run === undefined || send === undefined
    ? undefined
    : { run: Number(run), send: Number(send) }
}

/**
 * Makes the bodies of requests with so many recipients each; what is the same in all of them is
 * encoded once. `content` is a request without its recipients.
 */
export const bodiesOf = (content: object, recipients = 1) => {
  const rest = Buffer.from(JSON.stringify(content).slice(1))
  return (run: number, send: number): Buffer => {
    const all = recipientsOf(run, send, recipients)
    const to = JSON.stringify(all.length === 1 ? all[0] : all)
    return Buffer.concat([Buffer.from(`{"to":${to},`), rest])
  }
}
