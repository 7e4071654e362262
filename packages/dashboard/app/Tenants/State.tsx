import type { Tenant } from "@telemark/client"
import { Badge, Notice, Time } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import styles from "./tenants.module.css"
import { useTenantTexts } from "./useTenantTexts.js"

/** Whether a tenant's sending is paused, and if so why and since when. */
export const StateBadge = ({ tenant: { paused } }: { readonly tenant: Pick<Tenant, "paused"> }) => {
  const texts = useTenantTexts()
  if (paused === null) return <Badge tone="good">{texts.active}</Badge>
  return (
    <div class={styles["state"]}>
      <span>
        <Badge tone="bad">{texts.paused}</Badge>
      </span>
      <span class={styles["why"]}>
        {texts.reasons[paused.reason]}, {texts.since} <Time at={paused.since} />
      </span>
    </div>
  )
}

/** Why a tenant's sending is paused, in full. */
export const PauseNotice = ({
  tenant: { paused }
}: {
  readonly tenant: Pick<Tenant, "paused">
}) => {
  const texts = useTenantTexts()
  const formats = useFormats()
  return paused === null ? null : (
    <Notice tone="warn">
      <strong>
        {texts.pausedTitle}, {texts.since} {formats.instant(paused.since)}
      </strong>
      <span>{texts.pausedText[paused.reason]}</span>
      {paused.links_stopped ? <span>{texts.linksStopped}</span> : null}
      {paused.note === null ? null : (
        <span>
          {texts.note}: {paused.note}
        </span>
      )}
    </Notice>
  )
}
