import { RenderRefused } from "./RenderRefused.js"

/**
 * Only designs use these helpers, around an address that data may begin:
 * `{{#address:link}}{{url}}{{/address:link}}`. No data has such names.
 */
export const addressHelpers = ["address:link", "address:image"] as const

export type AddressHelper = (typeof addressHelpers)[number]

export const isAddressHelper = (name: string | undefined): name is AddressHelper =>
  addressHelpers.some((helper) => helper === name)

const takes: Readonly<
  Record<AddressHelper, { readonly schemes: RegExp; readonly problem: string }>
> = {
  "address:link": {
    schemes: /^(?:https?|mailto|tel)$/i,
    problem:
      "has a link whose address, with this data, begins with something other than http, https, mailto or tel; correct that address"
  },
  "address:image": {
    schemes: /^(?:https?|cid)$/i,
    problem:
      "has an image whose address, with this data, begins with something other than http, https or cid; correct that address"
  }
}

/**
 * Ignores leading controls and spaces, and tabs and line breaks anywhere, as browsers do (WHATWG
 * URL 4.4).
 */
const schemeOf = (address: string): string | undefined =>
  /^([a-z][a-z0-9+.-]*):/i.exec(
    address
      .replace(/^[\x00-\x20]+/, "")
      .replace(/[\t\r\n]/g, "")
      .slice(0, 4096)
  )?.[1]

/**
 * Returns the address. Throws RenderRefused for a scheme that mail doesn't allow, such as
 * `javascript:`. Without a scheme an address runs nothing.
 */
export const checkedAddress = (helper: AddressHelper, address: string): string => {
  const scheme = schemeOf(address)
  if (scheme !== undefined && !takes[helper].schemes.test(scheme))
    throw new RenderRefused(takes[helper].problem)
  return address
}
