import { type Latency, measureLatency, type Service, type Sink } from "@telemark-tools/load"
import { bodiesOf, mails } from "./mails.js"

/** Sends the plain mail at this rate for so long, and waits until all is delivered. */
export const measurePlainLatency = (
  service: Service,
  sink: Sink,
  rate: number,
  seconds: number
): Promise<Latency> => measureLatency(service, sink, bodiesOf(mails.html), rate, seconds)
