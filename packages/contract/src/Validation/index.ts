export { type FreeFormBound, maxFreeForm, maxMembers } from "./bounds.js"
export { decode } from "./decode.js"
export { detailsOf } from "./details.js"
export { didYouMean, foldName, orMeant, withMeant } from "./didYouMean.js"
export { fontFamilyProblem } from "./fontFamily.js"
export { checkedOptions, type OptionNames, unknownOptions } from "./knownOptions.js"
export { fitsOctets, isAscii, maxContent, maxSubjectLength, octets } from "./octets.js"
export { parseUrl, parseWebUrl } from "./parseUrl.js"
export { boundedText, controlProblem, JsonObject, oneLine, StorableText } from "./text.js"
export { type ValidationDetails, ValidationFailed } from "./ValidationFailed.js"
export {
  firstUnknown,
  showName,
  type UnknownName,
  unknownReasons,
  unknownWarnings,
  withUnknownNames
} from "./unknownNames.js"
