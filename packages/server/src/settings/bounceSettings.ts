import { Result } from "effect"
import { optional, withDefault } from "./Setting.js"
import { domain, file, host, oneOf, wholeNumber } from "./settingValues.js"

/** Of return paths and of the listener for bounces. */
export const bounceSettings = {
  returnPathHost: optional("unset: bounces go to the sender", {
    name: "TELEMARK_RETURN_PATH_HOST",
    takes:
      "a domain name such as bounce.example.com, whose MX or address record leads to a listener for bounces",
    description:
      "The host of the return paths of mail that goes through the relay: each message gets an address there, in which its bounce names it.",
    read: domain
  }),
  dsnSuccess: withDefault("off", {
    name: "TELEMARK_DSN_SUCCESS",
    takes: "off or on",
    description:
      "Whether a relay that offers DSN is asked to report successful deliveries, too; needs TELEMARK_RETURN_PATH_HOST.",
    read: (text) => Result.map(oneOf("off", "on")(text), (word) => word === "on")
  }),
  bouncePort: optional("unset: no listener", {
    name: "TELEMARK_BOUNCE_PORT",
    takes:
      "a port number from 1 to 65535, and a host in TELEMARK_RETURN_PATH_HOST; 0 for no listener",
    description:
      "The port where a worker takes bounces and spam reports by SMTP: 25, or one to which 25 is forwarded.",
    read: wholeNumber(0, 65_535)
  }),
  bounceHost: optional("unset: every network interface", {
    name: "TELEMARK_BOUNCE_HOST",
    takes: "a host name or an IP address of this machine",
    description: "Where the listener for bounces listens.",
    read: host
  }),
  bounceTlsCert: optional("unset: bounces come in unencrypted", {
    name: "TELEMARK_BOUNCE_TLS_CERT",
    takes: "a PEM file, together with TELEMARK_BOUNCE_TLS_KEY",
    description:
      "The certificate of the listener for bounces, with its chain, for STARTTLS; it is read again when it changes.",
    read: file
  }),
  bounceTlsKey: optional("unset: bounces come in unencrypted", {
    name: "TELEMARK_BOUNCE_TLS_KEY",
    takes: "a PEM file, together with TELEMARK_BOUNCE_TLS_CERT",
    description: "The private key of that certificate.",
    read: file
  })
} as const
