import express from "express"
import fastify from "fastify"
import { Hono } from "hono"
import { mount } from "hono/mount"
import { telemark } from "./telemark.js"

express().use("/mail", telemark.nodeHandler)
fastify().register(telemark.fastifyPlugin, { prefix: "/mail" })
new Hono().all("/mail/*", mount(telemark.fetch))

// Where the host leaves the path whole:
const mail = telemark.at("/mail")
new Hono().all("/mail/*", (c) => mail.fetch(c.req.raw))
