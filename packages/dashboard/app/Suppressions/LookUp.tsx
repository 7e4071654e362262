import type { SuppressionCheck } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { Notice, Time } from "../Parts/index.js"
import { useSuppressionTexts } from "./useSuppressionTexts.js"

const Answer = ({
  address,
  check
}: {
  readonly address: string
  readonly check: SuppressionCheck
}) => {
  const texts = useSuppressionTexts()
  const { reason, since, suppressed, topics } = check
  return (
    <Notice tone={suppressed ? "bad" : topics.length > 0 ? "warn" : "good"}>
      <strong>
        {suppressed
          ? texts.isSuppressed(address)
          : topics.length > 0
            ? texts.isPartly(address)
            : texts.isFree(address)}
      </strong>
      {suppressed ? (
        <span>
          {texts.reasons[reason] ?? reason} · <Time at={since} />
        </span>
      ) : null}
      {topics.length === 0 ? null : (
        <span>
          {texts.byTopic}: {topics.map(({ topic }) => topic).join(", ")}
        </span>
      )}
    </Notice>
  )
}

/** Whether what is searched is a whole address, of which it can be said whether it gets mail. */
export const isAddress = (searched: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(searched)

/**
 * Says whether an address gets mail, in any spelling: the list has addresses as they were
 * suppressed.
 */
export const LookUp = ({ address }: { readonly address: string }) => {
  const check = useQuery({
    queryKey: ["suppressions", "check", address],
    queryFn: () => client.suppressions.check(address),
    retry: false
  })
  return check.data === undefined ? null : (
    <div class="card-body">
      <Answer address={address} check={check.data} />
    </div>
  )
}
