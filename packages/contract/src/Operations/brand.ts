import { Brand, UpdateBrand } from "../Brands/index.js"
import { operation } from "./Operation.js"

export const brand = {
  /** Returns all settings; those never changed have their defaults. */
  get: operation({
    method: "GET",
    path: "/brand",
    scope: "template:read",
    summary: "Get the brand of the starters",
    response: Brand,
    answers: { 200: "All settings; those that were never changed have their defaults." },
    mark: "name"
  }),
  /** Changes the given settings; null resets one to its default. */
  update: operation({
    method: "PUT",
    path: "/brand",
    scope: "template:manage",
    summary: "Change the brand",
    description:
      "Members that you leave out stay as they are; null restores the default. Saved templates don't change.",
    body: UpdateBrand,
    response: Brand,
    answers: { 200: "All settings, after the change." },
    mark: "name",
    repeat: "always",
    examples: {
      colours: {
        name: "Shop",
        primary_color: "#0b6b5d",
        logo_url: "https://shop.example/logo.png"
      },
      default: { logo_url: null }
    }
  })
} as const
