export { chosenIn } from "./chosenIn.js"
export { pageAddresses, type PagePath, pageRoutes, readPagePath } from "./pagePath.js"
export { type Form, type FormBody, isOneClick, maxFormOctets, readForm } from "./readForm.js"
