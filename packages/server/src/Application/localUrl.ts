import type { Settings } from "../Settings/index.js"

/** The server's address on this machine, without a slash at its end. */
export const localUrlOf = (host: string, port: number): string => {
  const named = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "localhost" : host
  return `http://${named.includes(":") ? `[${named}]` : named}:${port}`
}

/**
 * What addresses in captured mail begin with while there is no public URL, so that they can be
 * followed on this machine. Undefined if mail isn't captured, or if the system chooses the port,
 * which workers can't know.
 */
export const localLinks = ({
  host,
  port,
  transport
}: Pick<Settings, "host" | "port" | "transport">): string | undefined =>
  transport._tag === "Capture" && port !== 0 ? localUrlOf(host, port) : undefined
