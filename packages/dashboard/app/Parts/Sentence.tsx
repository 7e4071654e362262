import { splitAtTimes } from "../Texts/index.js"
import { Time } from "./Time.js"

/** A sentence of the server, with its times in the reader's zone. */
export const Sentence = ({ text }: { readonly text: string }) => (
  <>
    {splitAtTimes(text).map((part, index) =>
      "at" in part ? <Time key={index} at={part.at} isExact /> : part.text
    )}
  </>
)
