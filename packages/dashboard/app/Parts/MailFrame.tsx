import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { mountUrl } from "../Client/index.js"

export interface MailFrameProps {
  /** What the frame shows, for screen readers. */
  readonly title: string
  readonly html: string
  /** As a client in dark mode shows it: by the mail's own dark colours, else inverted. */
  readonly dark?: boolean
  /**
   * Images of the mail itself as `data:` addresses, by Content-ID without brackets. All others are
   * shown as grey boxes with their text.
   */
  readonly images?: Readonly<Record<string, string>>
  /** Width in pixels, such as a phone's; by default all there is. */
  readonly width?: number
  /** Height in pixels; by default that of the mail, between 160 and 20,000. */
  readonly height?: number
  /** Whether it is a picture only: left out by the keyboard and by screen readers. */
  readonly isPicture?: boolean
  /**
   * Called with the address of a link that somebody follows. Without it nothing happens: the frame
   * itself goes nowhere.
   */
  readonly onLink?: (address: string) => void
}

const minHeight = 160
const maxHeight = 20_000

const none: Readonly<Record<string, string>> = {}

/** What the frame reports. */
interface FrameReport {
  readonly ready?: true
  readonly height?: number
  readonly link?: string
}

/**
 * Documents made here (`srcdoc`, `blob:`) would inherit the page's policy, which allows no inline
 * styles. This one is a file that is served with a policy of its own.
 */
const frameUrl = new URL("frame.html", mountUrl).href

/** Html of mail, in a frame of another origin which runs none of its scripts and loads nothing. */
export const MailFrame = ({
  dark = false,
  height,
  html,
  images = none,
  isPicture = false,
  onLink,
  title,
  width
}: MailFrameProps) => {
  const ref = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [own, setOwn] = useState(minHeight)
  const follow = useRef(onLink)
  follow.current = onLink
  // Before the frame can have loaded.
  useLayoutEffect(() => {
    const listen = (event: MessageEvent): void => {
      if (event.source === null || event.source !== ref.current?.contentWindow) return
      const report = event.data as FrameReport
      if (report.ready === true) setReady(true)
      if (typeof report.height === "number")
        setOwn(Math.min(maxHeight, Math.max(minHeight, report.height)))
      if (typeof report.link === "string") follow.current?.(report.link)
    }
    window.addEventListener("message", listen)
    return () => {
      window.removeEventListener("message", listen)
    }
  }, [])
  useEffect(() => {
    // The frame's origin is opaque: it can't be named.
    if (isReady) ref.current?.contentWindow?.postMessage({ html, dark, images }, "*")
  }, [isReady, html, dark, images])
  return (
    <iframe
      ref={ref}
      class="mail-frame"
      title={title}
      src={frameUrl}
      sandbox="allow-scripts"
      referrerpolicy="no-referrer"
      style={{
        height: `${String(height ?? own)}px`,
        width: width === undefined ? "100%" : `min(100%, ${String(width)}px)`
      }}
      {...(isPicture ? { tabIndex: -1, "aria-hidden": "true" as const } : {})}
    />
  )
}
