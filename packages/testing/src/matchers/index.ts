/** Matchers for test runners with `expect.extend`: Vitest, Jest and Bun. */
export type {
  AsymmetricMatcher,
  ExpectedAttachment,
  ExpectedMail,
  ExpectedSent,
  ExpectedText
} from "./expectedMail.js"
export { type MailMatchers, matchers } from "./matchers.js"
