import { RenderRefused } from "./RenderRefused.js"

/**
 * Helpers that only designs use, around the whole value of an address that data may begin: `{{#address:link}}{{url}}{{/address:link}}`. No
 * editor writes such names, and no data has them.
 */
export const addressHelpers = ["address:link", "address:image"] as const

/** One of those helpers. */
export type AddressHelper = (typeof addressHelpers)[number]

/** Whether a name is that of such a helper. */
export const isAddressHelper = (name: string | undefined): name is AddressHelper => addressHelpers.some((helper) => helper === name)

const takes: Readonly<Record<AddressHelper, { readonly schemes: RegExp; readonly problem: string }>> = {
  "address:link": {
    schemes: /^(?:https?|mailto|tel)$/i,
    problem: "has a link whose address, with this data, begins with something other than http, https, mailto or tel; correct that address"
  },
  "address:image": {
    schemes: /^(?:https?|cid)$/i,
    problem: "has an image whose address, with this data, begins with something other than http, https or cid; correct that address"
  }
}

/** As browsers read an address (WHATWG URL 4.4): without what stands before it, and without tabs and line breaks anywhere. */
const schemeOf = (address: string): string | undefined =>
  /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/^[\x00-\x20]+/, "").replace(/[\t\r\n]/g, "").slice(0, 4096))?.[1]

/**
 * The rendered address again. One without a scheme stays as it is: it leads nowhere, but it runs nothing.
 *
 * @throws RenderRefused for one with a scheme that mail has no use for, such as `javascript:`
 */
export const checkedAddress = (helper: AddressHelper, address: string): string => {
  const scheme = schemeOf(address)
  if (scheme !== undefined && !takes[helper].schemes.test(scheme)) throw new RenderRefused(takes[helper].problem)
  return address
}
