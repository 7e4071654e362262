import { describe, expect, it } from "vitest"
import { type Box, dropTarget, type ListBox } from "../../app/Designer/Dragging/dropTarget.js"

const box = (left: number, top: number, right: number, bottom: number): Box => ({
  left,
  top,
  right,
  bottom
})

/** A heading, then two columns of which the second is empty, then a footer. */
const lists: ReadonlyArray<ListBox> = [
  {
    columns: null,
    column: 0,
    box: box(0, 0, 600, 300),
    blocks: [box(0, 0, 600, 50), box(0, 50, 600, 250), box(0, 250, 600, 300)]
  },
  { columns: "c", column: 0, box: box(0, 50, 300, 250), blocks: [box(0, 50, 300, 150)] },
  { columns: "c", column: 1, box: box(300, 50, 600, 250), blocks: [] }
]

const at = (x: number, y: number, mayNest = true) => dropTarget(lists, { x, y }, mayNest)

describe("where a dragged block goes", () => {
  it("is before or after the block whose half the pointer is in", () => {
    expect(at(100, 10)?.position).toEqual({ columns: null, column: 0, index: 0 })
    expect(at(100, 40)?.position).toEqual({ columns: null, column: 0, index: 1 })
    expect(at(100, 290)?.position).toEqual({ columns: null, column: 0, index: 3 })
  })

  it("is in the column under the pointer, empty or not", () => {
    expect(at(100, 80)?.position).toEqual({ columns: "c", column: 0, index: 0 })
    expect(at(100, 200)?.position).toEqual({ columns: "c", column: 0, index: 1 })
    expect(at(400, 100)).toEqual({
      position: { columns: "c", column: 1, index: 0 },
      mark: { left: 300, top: 150, width: 300 }
    })
  })

  it("is beside the columns at their edges, and for columns anywhere", () => {
    expect(at(400, 55)?.position).toEqual({ columns: null, column: 0, index: 1 })
    expect(at(400, 245)?.position).toEqual({ columns: null, column: 0, index: 2 })
    expect(at(400, 180, false)?.position).toEqual({ columns: null, column: 0, index: 2 })
  })

  it("is at an end of the mail above and below it, and nowhere beside it", () => {
    expect(at(100, -400)).toEqual({
      position: { columns: null, column: 0, index: 0 },
      mark: { left: 0, top: 0, width: 600 }
    })
    expect(at(100, 900)).toEqual({
      position: { columns: null, column: 0, index: 3 },
      mark: { left: 0, top: 300, width: 600 }
    })
    expect(at(-10, 100)).toBeUndefined()
  })
})
