import type { Brand } from "@telemark/client"

/** The brand's colours, to choose from. */
export const brandColors = ({
  background_color,
  primary_color,
  text_color
}: Brand): ReadonlyArray<string> => [primary_color, background_color, text_color]
