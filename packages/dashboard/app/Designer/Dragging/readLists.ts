import type { Box, ListBox } from "./dropTarget.js"

const boxOf = (element: Element): Box => {
  const { bottom, left, right, top } = element.getBoundingClientRect()
  return { bottom, left, right, top }
}

/**
 * The lists of blocks in the canvas, by its markup: `data-list` and, on their children,
 * `data-block`.
 */
export const readLists = (canvas: Element): ReadonlyArray<ListBox> =>
  [...canvas.querySelectorAll<HTMLElement>("[data-list]")].map((list) => ({
    columns: list.dataset["list"] === "" ? null : (list.dataset["list"] ?? null),
    column: Number(list.dataset["column"]),
    box: boxOf(list),
    blocks: [...list.querySelectorAll(":scope > [data-block]")].map(boxOf)
  }))
