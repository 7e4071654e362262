import { Resend } from "resend"
import type { Account, Service } from "../support/service.js"

export const urlOf = ({ port }: Service): string => `http://127.0.0.1:${String(port)}/resend`

/** Of the newest version. */
export const clientOf = (service: Service, { key: { key } }: Pick<Account, "key">): Resend =>
  new Resend(key, { baseUrl: urlOf(service) })

type Client = Pick<Resend, "batch" | "emails">
type Module = { readonly Resend: new (key: string) => Client }

const modules = {
  "resend 6.38": () => import("resend"),
  "resend 6.22": () => import("resend-6-22"),
  // Reads the variable when it is loaded: only one file of tests can use it.
  "resend 4.8": () => import("resend-4")
}

export const versions = Object.keys(modules) as ReadonlyArray<keyof typeof modules>

/** As an application has it that sets `RESEND_BASE_URL` and nothing else. */
export const oldClientOf = async (
  version: keyof typeof modules,
  service: Service,
  { key: { key } }: Account
): Promise<Client> => {
  const before = process.env["RESEND_BASE_URL"]
  process.env["RESEND_BASE_URL"] = urlOf(service)
  try {
    const { Resend } = (await modules[version]()) as unknown as Module
    return new Resend(key)
  } finally {
    if (before === undefined) delete process.env["RESEND_BASE_URL"]
    else process.env["RESEND_BASE_URL"] = before
  }
}
