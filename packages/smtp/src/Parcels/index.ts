export { type Parcel, prepare } from "./prepare.js"
