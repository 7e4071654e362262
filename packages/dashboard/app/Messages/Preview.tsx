import type { EmailContent } from "@telemark/client"
import { useState } from "preact/hooks"
import { Button, Choice, Copy, MailFrame, Notice } from "../Parts/index.js"
import { useMailWidth, useParameters } from "../Routing/index.js"
import { useFormats } from "../Texts/index.js"
import styles from "./messages.module.css"
import { useInlineImages } from "./useInlineImages.js"
import { useMessageTexts } from "./useMessageTexts.js"

/** Html of more characters is shown on request only. */
const largeFrom = 512 * 1024

/** Where Gmail cuts html off, in octets. */
const gmailLimit = 102 * 1024

const phoneWidth = 375

/** The html as clients show it. Nothing of it runs, loads or leads anywhere. */
export const Preview = ({ content }: { readonly content: EmailContent }) => {
  const texts = useMessageTexts()
  const formats = useFormats()
  const { change, parameters } = useParameters()
  const images = useInlineImages(content)
  const [link, setLink] = useState<string>()
  const { html, subject } = content
  const [isAsked, setAsked] = useState((html?.length ?? 0) <= largeFrom)
  if (html === null) return <p class="muted">{texts.noHtml}</p>
  const size = new Blob([html]).size
  const { choose, width } = useMailWidth()
  const scheme = parameters.get("client") === "dark" ? "dark" : "light"
  if (!isAsked) {
    return (
      <Notice tone="warn">
        <span>{texts.large(formats.octets(size))}</span>
        <div>
          <Button
            small
            onClick={() => {
              setAsked(true)
            }}
          >
            {texts.showLarge}
          </Button>
        </div>
      </Notice>
    )
  }
  return (
    <>
      <div class="row">
        <Choice
          label={texts.width}
          chosen={width}
          options={[
            ["desktop", texts.desktop],
            ["phone", texts.phone]
          ]}
          onChoose={choose}
        />
        <Choice
          label={texts.client}
          chosen={scheme}
          options={[
            ["light", texts.lightClient],
            ["dark", texts.darkClient]
          ]}
          onChoose={(next) => {
            change({ client: next === "dark" ? next : "" })
          }}
        />
      </div>
      {size > gmailLimit ? (
        <Notice tone="warn">{texts.clipped(formats.octets(size))}</Notice>
      ) : null}
      <div class={styles["stage"]}>
        <MailFrame
          title={texts.previewOf(subject)}
          html={html}
          dark={scheme === "dark"}
          onLink={setLink}
          {...(images === undefined ? {} : { images })}
          {...(width === "phone" ? { width: phoneWidth } : {})}
        />
      </div>
      {link === undefined ? null : (
        <Notice>
          <span>{texts.followed}</span>
          <code>{link}</code>
          <div>
            <Copy text={link} what={texts.link} />
          </div>
        </Notice>
      )}
      <p class="muted">{texts.privacy}</p>
    </>
  )
}
