import { useFormats, useTexts } from "../Texts/index.js"

interface TimeProps {
  readonly at: string | null
  readonly relative?: boolean
  /** Whether the day is enough, with its year: for what may be long ago. */
  readonly isDay?: boolean
  /** Whether seconds matter. */
  readonly isExact?: boolean
  /** Whether something is to happen then, and hasn't yet. */
  readonly isDue?: boolean
}

/** An instant in the person's zone: short, with the exact one on hover and for machines. */
export const Time = ({
  at,
  isDay = false,
  isDue = false,
  isExact = false,
  relative = false
}: TimeProps) => {
  const formats = useFormats()
  const { dueNow, never } = useTexts()
  if (at === null) return <span class="muted">{never}</span>
  return (
    <time class="nowrap" dateTime={at} title={formats.instant(at)}>
      {isDue && Date.parse(at) <= Date.now()
        ? dueNow
        : isDay
          ? formats.day(at)
          : relative
            ? formats.relative(at)
            : isExact
              ? formats.exact(at)
              : formats.short(at)}
    </time>
  )
}
