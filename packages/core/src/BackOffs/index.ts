export { type BackOff, type BackOffCause, backOffId, type BackOffKey, platformRoute } from "./BackOff.js"
