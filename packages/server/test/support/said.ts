import type { Finding } from "../../src/doctor/Finding.js"

/** What the doctor prints of a finding, but for the name of its check. */
export const said = ({ command, message, status }: Finding): string =>
  [`${status}: ${message}`, ...(command === undefined ? [] : [command])].join(" ")
