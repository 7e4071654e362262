export { emailIdOfToken, returnPathToken } from "./returnPathToken.js"
