import { fontFamilyProblem } from "./textRules.js"

/** Lengths are in characters. */
export const designLimits = {
  /** Those in columns included. */
  blocks: 200,
  /** As JSON. */
  size: 256 * 1024,
  id: 64,
  heading: 500,
  label: 500,
  alt: 1000,
  address: 2048,
  color: 64,
  fontFamily: 200,
  width: 16,
  /** Pixels. */
  spacer: 1000,
  networks: 20,
  networkName: 64,
  columns: 4
} as const

const colorPattern =
  /^(?:#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]+|(?:rgb|hsl)a?\([0-9a-z.,%/ ]+\))$/i

const widthPattern = /^[0-9]{1,4}(?:\.[0-9]{1,2})?(?:px|%)?$/

const isAddressOf =
  (schemes: RegExp) =>
  (value: string): boolean =>
    (schemes.test(value) || value.startsWith("{{")) &&
    !/[\s<>"\x00-\x1f\x7f]/.test(value.replace(/\{\{[^{}]*\}\}/g, ""))

export const designRules = {
  /** Colours are written into style sheets, where other characters could end the declaration. */
  isColor: (value: string): boolean => colorPattern.test(value),
  isWidth: (value: string): boolean => widthPattern.test(value),
  isFontFamily: (value: string): boolean => fontFamilyProblem(value) === undefined,
  /** A merge tag may be the whole address or its beginning. */
  isLink: isAddressOf(/^(?:https?:\/\/|mailto:|tel:)/i),
  isImageSource: isAddressOf(/^https?:\/\//i)
} as const
