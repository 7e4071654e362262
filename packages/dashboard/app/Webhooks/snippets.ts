/** The two headers that prove the same. */
export const signatures = { service: "X-Service-Signature", standard: "Standard Webhooks" } as const
export type SignatureName = keyof typeof signatures

const node: Readonly<Record<SignatureName, string>> = {
  service: `import { createHmac, timingSafeEqual } from "node:crypto"

export const verify = (body, headers, secret) => {
  const parts = (headers["x-service-signature"] ?? "").split(",").map((part) => part.split("="))
  const timestamp = parts.find(([name]) => name === "t")?.[1]
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false
  const expected = createHmac("sha256", secret).update(\`\${timestamp}.\`).update(body).digest()
  return parts.filter(([name]) => name === "v1").map(([, hex]) => Buffer.from(hex, "hex")).some((given) =>
    given.length === expected.length && timingSafeEqual(given, expected))
}`,
  standard: `import { createHmac, timingSafeEqual } from "node:crypto"

export const verify = (body, headers, secret) => {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures = "" } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false
  const key = Buffer.from(secret.slice("whsec_".length), "base64")
  const digest = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\`).update(body).digest("base64")
  const expected = Buffer.from(\`v1,\${digest}\`)
  return signatures.split(" ").map((text) => Buffer.from(text)).some((given) =>
    given.length === expected.length && timingSafeEqual(given, expected))
}`
}

const python: Readonly<Record<SignatureName, string>> = {
  service: `import hashlib
import hmac
import time


def verify(body: bytes, headers, secret: str) -> bool:
    parts = [part.partition("=") for part in headers.get("x-service-signature", "").split(",")]
    timestamp = next((value for name, _, value in parts if name == "t"), "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    given = [value for name, _, value in parts if name == "v1"]
    return any([hmac.compare_digest(expected.encode(), one.encode()) for one in given])`,
  standard: `import base64
import hashlib
import hmac
import time


def verify(body: bytes, headers, secret: str) -> bool:
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    given = headers.get("webhook-signature", "").encode().split(b" ")
    return any([hmac.compare_digest(expected, one) for one in given])`
}

const php: Readonly<Record<SignatureName, string>> = {
  service: `<?php
// verify(file_get_contents('php://input'), $_SERVER, $secret)
function verify(string $body, array $server, string $secret): bool
{
    $timestamp = '';
    $given = [];
    foreach (explode(',', $server['HTTP_X_SERVICE_SIGNATURE'] ?? '') as $part) {
        [$name, $value] = array_pad(explode('=', $part, 2), 2, '');
        if ($name === 't') $timestamp = $value;
        if ($name === 'v1') $given[] = $value;
    }
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) return false;
    $expected = hash_hmac('sha256', "$timestamp.$body", $secret);
    foreach ($given as $one) {
        if (hash_equals($expected, $one)) return true;
    }
    return false;
}`,
  standard: `<?php
// verify(file_get_contents('php://input'), $_SERVER, $secret)
function verify(string $body, array $server, string $secret): bool
{
    $id = $server['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $server['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) return false;
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $server['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}`
}

const go: Readonly<Record<SignatureName, string>> = {
  service: `package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func Verify(body []byte, header http.Header, secret string) bool {
	timestamp, given := "", []string{}
	for _, part := range strings.Split(header.Get("X-Service-Signature"), ",") {
		name, value, _ := strings.Cut(part, "=")
		if name == "t" {
			timestamp = value
		} else if name == "v1" {
			given = append(given, value)
		}
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	for _, one := range given {
		if hmac.Equal(expected, []byte(one)) {
			return true
		}
	}
	return false
}`,
  standard: `package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"time"
)

func Verify(body []byte, header http.Header, secret string) bool {
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(seconds, 0)).Abs() > 5*time.Minute {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(header.Get("Webhook-Signature"), " ") {
		if hmac.Equal(expected, []byte(given)) {
			return true
		}
	}
	return false
}`
}

const ruby: Readonly<Record<SignatureName, string>> = {
  service: `require "openssl"

# In Rails: verify(request.raw_post, request.headers, secret)
def verify(body, headers, secret)
  parts = headers["X-Service-Signature"].to_s.split(",").map { |part| part.split("=", 2) }
  timestamp = parts.find { |name, _| name == "t" }&.last.to_s
  return false unless timestamp.match?(/\\A\\d+\\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300
  expected = OpenSSL::HMAC.hexdigest("SHA256", secret, "#{timestamp}.#{body}")
  parts.any? { |name, value| name == "v1" && OpenSSL.secure_compare(expected, value.to_s) }
end`,
  standard: `require "openssl"
require "base64"

# In Rails: verify(request.raw_post, request.headers, secret)
def verify(body, headers, secret)
  id, timestamp = headers["Webhook-Id"].to_s, headers["Webhook-Timestamp"].to_s
  return false unless timestamp.match?(/\\A\\d+\\z/) && (Time.now.to_i - timestamp.to_i).abs <= 300
  key = Base64.strict_decode64(secret.delete_prefix("whsec_"))
  expected = "v1,#{Base64.strict_encode64(OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{body}"))}"
  headers["Webhook-Signature"].to_s.split(" ").any? { |given| OpenSSL.secure_compare(expected, given) }
end`
}

/** Code that verifies a request without a package, by language and header. */
export const snippets = { "Node.js": node, Python: python, PHP: php, Go: go, Ruby: ruby } as const
export type SnippetLanguage = keyof typeof snippets
export const snippetLanguages = Object.keys(snippets) as ReadonlyArray<SnippetLanguage>
