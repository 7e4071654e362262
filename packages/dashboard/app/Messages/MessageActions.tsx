import type { Email, SuppressionCheck } from "@telemark/client"
import { useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { Button, Confirm, useToast } from "../Parts/index.js"
import { useLocation } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { isUnderWay, isWaiting } from "./progress.js"
import { useMessageTexts } from "./useMessageTexts.js"

type Asked = "resend" | "allowAndResend" | "cancel" | "suppress" | "unsuppress"

interface MessageActionsProps {
  readonly email: Email
  /** Undefined while it isn't known whether the recipient is suppressed. */
  readonly check: SuppressionCheck | undefined
}

/** What can be done with a message now, each after asking. */
export const MessageActions = ({
  check,
  email: { id, recipient_email: recipient, status }
}: MessageActionsProps) => {
  const texts = useMessageTexts()
  const may = useMay()
  const toast = useToast()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<Asked>()
  const refresh = (group: "emails" | "suppressions") =>
    queries.invalidateQueries({ queryKey: [group] })

  const resend = async (): Promise<void> => {
    const {
      queued: [sent]
    } = await client.emails.resend(id)
    void refresh("emails")
    if (sent === undefined) {
      toast(texts.notResent(recipient))
      return
    }
    toast(texts.wasResent(recipient))
    navigate(`/messages/${sent.id}`)
  }

  const actions: Readonly<
    Record<
      Asked,
      {
        readonly title: string
        readonly text: string
        readonly action: string
        readonly perform: () => Promise<unknown>
      }
    >
  > = {
    resend: {
      title: texts.resendTitle,
      text: texts.resendText(recipient),
      action: texts.resend,
      perform: resend
    },
    allowAndResend: {
      title: texts.allowAndResendTitle,
      text: texts.allowAndResendText(recipient),
      action: texts.allowAndResend,
      perform: async () => {
        await client.suppressions.remove(recipient)
        void refresh("suppressions")
        await resend()
      }
    },
    cancel: {
      title: texts.cancelTitle,
      text: texts.cancelText(recipient),
      action: texts.cancel,
      perform: async () => {
        await client.emails.cancel(id)
        toast(texts.wasCancelled)
        await refresh("emails")
      }
    },
    suppress: {
      title: texts.suppressTitle(recipient),
      text: texts.suppressText,
      action: texts.suppress,
      perform: async () => {
        await client.suppressions.add({ email_address: recipient })
        toast(texts.wasSuppressed(recipient))
        await refresh("suppressions")
      }
    },
    unsuppress: {
      title: texts.unsuppressTitle(recipient),
      text: texts.unsuppressText,
      action: texts.unsuppress,
      perform: async () => {
        await client.suppressions.remove(recipient)
        toast(texts.wasUnsuppressed(recipient))
        await refresh("suppressions")
      }
    }
  }
  const isSuppressed = check?.suppressed === true
  const mayAllow = may("suppression:write")
  const mayResend = may("email:send") && !isUnderWay(status)
  const offered: ReadonlyArray<Asked> = [
    ...(mayAllow && check !== undefined
      ? [isSuppressed ? ("unsuppress" as const) : ("suppress" as const)]
      : []),
    ...(may("email:send") && isWaiting(status) ? ["cancel" as const] : []),
    // To a suppressed address nothing would go.
    ...(mayResend && !isSuppressed ? ["resend" as const] : []),
    ...(mayResend && isSuppressed && mayAllow ? ["allowAndResend" as const] : [])
  ]
  const chosen = asked === undefined ? undefined : actions[asked]
  return (
    <>
      {offered.map((name) => (
        <Button
          key={name}
          {...(name === "cancel" ? { look: "danger" as const } : {})}
          onClick={() => {
            setAsked(name)
          }}
        >
          {actions[name].action}
        </Button>
      ))}
      {chosen === undefined ? null : (
        <Confirm
          title={chosen.title}
          action={chosen.action}
          dismiss={asked === "cancel" ? texts.keep : undefined}
          onConfirm={chosen.perform}
          onClose={() => {
            setAsked(undefined)
          }}
        >
          <p>{chosen.text}</p>
        </Confirm>
      )}
    </>
  )
}
