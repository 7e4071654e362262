import { Select } from "../Parts/index.js"
import { useParameters } from "../Routing/index.js"
import type { RecordCheck } from "./checks.js"
import styles from "./domains.module.css"
import { RecordCard } from "./RecordCard.js"
import { useDomainTexts } from "./useDomainTexts.js"
import { zonesOf } from "./zone.js"

/** Numbers records of one kind, such as the keys of a rotation. */
const titlesOf = (
  checks: ReadonlyArray<RecordCheck>,
  names: Readonly<Record<string, string>>
): ReadonlyArray<string> => {
  const seen = new Map<string, number>()
  return checks.map(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? (names[name] ?? name) : `${names[name] ?? name} ${String(count)}`
  })
}

/** The records to publish, with names for the zone that somebody runs. */
export const Records = ({
  checks,
  domain
}: {
  readonly domain: string
  readonly checks: ReadonlyArray<RecordCheck>
}) => {
  const texts = useDomainTexts()
  const { change, parameters } = useParameters()
  const zones = zonesOf(domain)
  const chosen = parameters.get("zone") ?? ""
  const zone = zones.includes(chosen) ? chosen : (zones[0] ?? domain)
  const titles = titlesOf(checks, texts.checks)
  return (
    <>
      <div class={styles["zone"]}>
        <p class="muted">{texts.recordsIntro}</p>
        {zones.length < 2 ? null : (
          <div>
            <Select
              label={texts.zone}
              hint={texts.zoneHint}
              value={zone}
              onValue={(next) => {
                change({ zone: next })
              }}
              options={zones.map((name) => [name, name])}
            />
          </div>
        )}
      </div>
      {checks.map((check, index) => (
        <RecordCard key={check.key} check={check} title={titles[index] ?? ""} zone={zone} />
      ))}
    </>
  )
}
