import type { ComponentChildren } from "preact"
import type { Tone } from "./Badge.js"
import { Time } from "./Time.js"

/** What happened, one entry after the other. */
export const Timeline = ({ children }: { readonly children: ComponentChildren }) => (
  <ol class="timeline">{children}</ol>
)

interface TimelineEntryProps {
  readonly name: ComponentChildren
  readonly at: string
  /** Whether it is still to happen. */
  readonly isDue?: boolean
  readonly tone?: Tone
  readonly message?: ComponentChildren
  readonly facts?: ReadonlyArray<readonly [name: string, value: ComponentChildren]>
}

export const TimelineEntry = ({
  at,
  facts = [],
  isDue = false,
  message,
  name,
  tone = "neutral"
}: TimelineEntryProps) => (
  <li class={tone === "neutral" ? "timeline-entry" : `timeline-entry timeline-${tone}`}>
    <h3>
      {name}{" "}
      <span>
        <Time at={at} isExact isDue={isDue} />
      </span>
    </h3>
    {message === undefined ? null : <p>{message}</p>}
    {facts.length === 0 ? null : (
      <dl>
        {facts.map(([term, value]) => (
          <>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    )}
  </li>
)
