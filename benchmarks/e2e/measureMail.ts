import {
  measureThroughput,
  type Service,
  type Sink,
  type Taken,
  type Throughput
} from "@telemark-tools/load"
import { bodiesOf, type MailName, mails, sendsOf } from "./mails.js"

/** Sends a mail that wouldn't be what it is called: measuring it would be worth nothing. */
const requireMail = (name: MailName, { head, octets }: Taken): void => {
  const isSigned = /^dkim-signature:/im.test(head)
  if (octets < mails[name].minOctets)
    throw new Error(`The mail "${name}" arrived with ${octets} octets, which isn't what it is.`)
  if (isSigned !== (name === "dkim"))
    throw new Error(`The mail "${name}" was ${isSigned ? "" : "not "}signed.`)
}

/** Sends about so many messages as fast as they are answered, and waits until all are delivered. */
export const measureMail = async (
  service: Service,
  sink: Sink,
  name: MailName,
  messages: number
): Promise<Throughput> => {
  const { connections, recipients } = mails[name]
  const { taken, throughput } = await measureThroughput(service, sink, {
    bodyOf: bodiesOf(mails[name]),
    recipients,
    connections,
    sends: sendsOf(mails[name], messages)
  })
  if (taken.count > 0) requireMail(name, taken)
  return throughput
}
