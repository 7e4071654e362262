import { useState } from "preact/hooks"
import { Code, Select, Tabs } from "../Parts/index.js"
import {
  type SignatureName,
  signatures,
  snippetLanguages,
  type SnippetLanguage,
  snippets
} from "./snippets.js"
import { useWebhookTexts } from "./useWebhookTexts.js"
import styles from "./webhooks.module.css"

/** Code that verifies an endpoint's requests, to copy. */
export const VerifySnippets = () => {
  const texts = useWebhookTexts()
  const [language, setLanguage] = useState<SnippetLanguage>("Node.js")
  const [name, setName] = useState<SignatureName>("standard")
  return (
    <div class="stack">
      <p class="muted">{texts.verifyIntro}</p>
      <div class={styles["header"]}>
        <Select
          label={texts.header}
          value={name}
          onValue={(next) => {
            setName(next as SignatureName)
          }}
          options={Object.entries(signatures)}
        />
      </div>
      <Tabs
        label={texts.language}
        tabs={snippetLanguages.map((one) => [one, one] as const)}
        chosen={language}
        onChoose={setLanguage}
      >
        <div class={styles["snippet"]}>
          <Code text={snippets[language][name]} what={texts.snippet(language)} />
        </div>
      </Tabs>
    </div>
  )
}
