import type { SmtpConfig, SmtpOAuth2 } from "@telemark/client"
import { type FormState, TextField } from "../Parts/index.js"
import { presets } from "./presets.js"
import styles from "./smtp.module.css"
import { useSmtpTexts } from "./useSmtpTexts.js"

/** As they are entered. */
export type OAuth2Members = Readonly<Record<keyof SmtpOAuth2, string>>

const none: OAuth2Members = {
  token_url: "",
  client_id: "",
  client_secret: "",
  refresh_token: "",
  scope: ""
}

/** What is saved, without its secrets. */
export const oauth2Members = (saved: SmtpConfig["oauth2"]): OAuth2Members =>
  saved === undefined
    ? none
    : { ...none, token_url: saved.token_url, client_id: saved.client_id, scope: saved.scope ?? "" }

/** Where the tokens of a known provider come from. */
export const oauth2Preset = (provider: string): Partial<OAuth2Members> =>
  presets[provider]?.oauth2 ?? {}

const given = (name: keyof SmtpOAuth2, text: string): Partial<SmtpOAuth2> =>
  text.trim() === "" ? {} : { [name]: text.trim() }

export const oauth2Request = (members: OAuth2Members): SmtpOAuth2 => ({
  token_url: members.token_url.trim(),
  client_id: members.client_id.trim(),
  ...given("client_secret", members.client_secret),
  ...given("refresh_token", members.refresh_token),
  ...given("scope", members.scope)
})

interface OAuth2FieldsProps {
  readonly form: FormState
  readonly members: OAuth2Members
  readonly onMembers: (members: OAuth2Members) => void
}

/** Where access tokens come from, instead of a password. */
export const OAuth2Fields = ({ form, members, onMembers }: OAuth2FieldsProps) => {
  const texts = useSmtpTexts()
  const field = (name: keyof OAuth2Members, label: string, hint?: string) => ({
    label,
    value: members[name],
    onValue: (value: string) => {
      onMembers({ ...members, [name]: value })
    },
    problem: form.problem(`oauth2.${name}`),
    autoComplete: "off",
    spellcheck: false,
    ...(hint === undefined ? {} : { hint })
  })
  const hidden = { type: "password", autoComplete: "new-password" } as const
  return (
    <div class={styles["group"]}>
      <TextField {...field("token_url", texts.tokenUrl, texts.tokenUrlHint)} inputMode="url" />
      <TextField {...field("client_id", texts.clientId)} />
      <TextField {...field("client_secret", texts.clientSecret, texts.passwordHint)} {...hidden} />
      <TextField
        {...field("refresh_token", texts.refreshToken, texts.refreshTokenHint)}
        {...hidden}
      />
      <TextField {...field("scope", texts.scope)} />
    </div>
  )
}
