import type { Arguments } from "./syntax.js"
import { RenderRefused } from "./templateLimits.js"

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

/** The helpers. Any other name at the beginning of a tag is data. */
export const helperNames = ["if", "unless", "each", "with", "lookup"] as const

export type HelperName = (typeof helperNames)[number]

export const isHelperName = (name: string | undefined): name is HelperName =>
  helperNames.some((helper) => helper === name)

/** A block, `{{#if a}}`, or a value, `{{lookup a b}}` or `(lookup a b)`. */
export type Form = "block" | "value"

const options: Readonly<Record<HelperName, ReadonlyArray<string>>> = {
  if: ["includeZero"],
  unless: ["includeZero"],
  each: [],
  with: [],
  lookup: []
}

/** Number of names that a block may declare (`as |item index|`). */
const declarable: Readonly<Record<HelperName, number>> = {
  if: 0,
  unless: 0,
  each: 2,
  with: 1,
  lookup: 0
}

/** Why a helper call is invalid. Handlebars would notice only when it renders. */
export const misuse = (
  name: HelperName,
  form: Form,
  { hash, params }: Arguments
): string | undefined => {
  if (name === "lookup") {
    if (form === "block") return "lookup makes no block; write {{#with (lookup list name)}}"
    if (params.length !== 2) return "lookup takes two values; write {{lookup list name}}"
  } else {
    if (form === "value") return `${name} makes a block; write {{#${name} value}} and {{/${name}}}`
    if (params.length !== 1) return `${name} takes exactly one value; write {{#${name} value}}`
  }
  if (hash?.pairs.some(({ key }) => !options[name].includes(key)) === true) {
    return name === "if" || name === "unless"
      ? `${name} takes only the option includeZero; remove the others`
      : `${name} takes no options; remove the parts with an equals sign`
  }
  return undefined
}

/**
 * Why the names that a block declares are invalid. `name` is undefined for a section, `{{#items}}`.
 */
export const misdeclared = (
  name: HelperName | undefined,
  names: ReadonlyArray<string>
): string | undefined => {
  if (names.length > (name === undefined ? 0 : declarable[name])) {
    return "each declares at most two names (as |item index|), with declares one, other blocks none; remove the others"
  }
  return names.some((declared) => isHelperName(declared) || isAddressHelper(declared))
    ? "a name declared after as is the name of a helper; choose another"
    : undefined
}
