// Drawn in a square of 16 with lines of 1.5.
const paths = {
  heading: "M3.5 3v10M12.5 3v10M3.5 8h9",
  text: "M2.5 4h11M2.5 8h11M2.5 12h7",
  button:
    "M3 5h10a1.5 1.5 0 0 1 1.5 1.5v3A1.5 1.5 0 0 1 13 11H3a1.5 1.5 0 0 1-1.5-1.5v-3A1.5 1.5 0 0 1 3 5zM5 8h6",
  image: "M2.5 3h11v10h-11zM2.5 11l3.5-3.5 3 3L11 8.5l2.5 2.5M10.2 5.8h.1",
  columns: "M2.5 3h4v10h-4zM9.5 3h4v10h-4z",
  divider: "M2 8h12M5 4.5h6M5 11.5h6",
  spacer: "M3 2.5h10M3 13.5h10M8 5v6M6 6.5L8 4.5l2 2M6 9.5l2 2 2-2",
  social:
    "M5.8 8a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0zM13.8 4a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0zM13.8 12a1.8 1.8 0 1 1-3.6 0 1.8 1.8 0 0 1 3.6 0zM5.6 7.2l4.8-2.4M5.6 8.8l4.8 2.4",
  footer: "M2.5 2.5h11v11h-11zM2.5 10h11M5 12h6",
  undo: "M3 6.5h6.5a3.5 3.5 0 1 1 0 7H6M5.5 4L3 6.5 5.5 9",
  redo: "M13 6.5H6.5a3.5 3.5 0 1 0 0 7H10M10.5 4L13 6.5 10.5 9",
  desktop: "M2 3h12v8H2zM6 13.5h4",
  mobile: "M5 2h6v12H5zM7.5 12h1",
  up: "M8 13V3.5M4 7l4-4 4 4",
  down: "M8 3v9.5M4 9l4 4 4-4",
  left: "M13 8H3.5M7 4L3 8l4 4",
  right: "M3 8h9.5M9 4l4 4-4 4",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  remove: "M2.5 4.5h11M6 4.5V2.5h4v2M4 4.5l.7 9h6.6l.7-9M6.7 7v4M9.3 7v4",
  grip: "M6 3.5h.1M10 3.5h.1M6 8h.1M10 8h.1M6 12.5h.1M10 12.5h.1",
  nest: "M2.5 3h4.5v10H2.5zM11.3 5.5v5M8.8 8h5",
  add: "M8 3v10M3 8h10",
  bold: "M4.5 3h4.2a2.4 2.4 0 0 1 0 5H4.5zM4.5 8h5a2.5 2.5 0 0 1 0 5h-5z",
  italic: "M7 3h5M4 13h5M10 3L6 13",
  underline: "M4.5 2.5V7a3.5 3.5 0 0 0 7 0V2.5M3.5 13.5h9",
  strike:
    "M2.5 8h11M11.5 4.5C11 3.3 9.7 2.8 8 2.8c-2 0-3.4.9-3.4 2.5 0 .7.3 1.2.8 1.6M4.4 11c.5 1.4 1.9 2.2 3.7 2.2 2.1 0 3.6-1 3.6-2.7 0-.5-.1-.9-.3-1.2",
  bullets: "M6 4h8M6 8h8M6 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1",
  numbers: "M6.5 4h7.5M6.5 8h7.5M6.5 12h7.5M2 3l1-.5v3M2 8h1.5L2 10h1.7M2 12h1.6v1.7H2",
  link: "M6.5 9.5l3-3M7 4.5l1.4-1.4a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5l-1.4 1.4a2.8 2.8 0 0 1-4-4L5 7.5",
  alignLeft: "M2.5 4h11M2.5 8h6.5M2.5 12h9",
  alignCenter: "M2.5 4h11M4.7 8h6.6M3.5 12h9",
  alignRight: "M2.5 4h11M7 8h6.5M4.5 12h9",
  warning: "M8 2.5L14.5 13.5h-13zM8 6.5v3.2M8 11.6h.1"
} as const

export type IconName = keyof typeof paths

/** A picture beside or instead of a name, which stands elsewhere for screen readers. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg
    viewBox="0 0 16 16"
    width="16"
    height="16"
    fill="none"
    stroke="currentColor"
    stroke-width={name === "grip" ? 2 : 1.5}
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d={paths[name]} />
  </svg>
)
