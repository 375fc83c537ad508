import { toJsonSchemaDefs } from "@valibot/to-json-schema";
import type { ConversionConfig } from "@valibot/to-json-schema";
import { EVENT_KINDS, IDEMPOTENCY_KEY_CHARACTERS_MAX } from "../api/names.ts";
import { ASSUMED, content, paths } from "./openapi-paths.ts";
import type { Json } from "./openapi-paths.ts";
import { SCHEMAS } from "./openapi-schemas.ts";

/** The contract as OpenAPI 3.1; whatever the specification leaves open carries `x-assumed: true`. */
export function openapiDocument(options: { readonly version: string }): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "PIX charging service, as the sandbox of pix implements it",
      version: options.version,
      description:
        "What carries `x-assumed` is open in the service's specification and chosen by the sandbox.",
    },
    servers: [{ url: "http://127.0.0.1:4010/v1", description: "pix sandbox serve", ...ASSUMED }],
    security: [{ apiKey: [] }],
    paths: paths(),
    webhooks: webhooks(),
    components: {
      securitySchemes: { apiKey: { type: "http", scheme: "bearer" } },
      parameters: { IdempotencyKey: idempotencyHeader },
      schemas: toJsonSchemaDefs(SCHEMAS, conversion),
    },
  };
}

const idempotencyHeader: Json = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Recommended. Scoped to the store; prevails over the body's idempotency_key. The same key and JSON " +
    "body give the original response, another body 409 idempotency_mismatch. A 5xx stores no key.",
  schema: { type: "string", minLength: 1, maxLength: IDEMPOTENCY_KEY_CHARACTERS_MAX },
};

function webhooks(): Json {
  const specified: readonly string[] = ["payment.paid"];
  return Object.fromEntries(
    EVENT_KINDS.map((event) => [
      event,
      {
        post: {
          summary: `Delivered to the notification_url on ${event}; only a hint`,
          security: [],
          parameters: [
            header("X-Webhook-Id", "The same on every retry"),
            header("X-Webhook-Signature", "t=<unix>,v1=<hex HMAC-SHA256(secret, t.body)>"),
          ],
          requestBody: { required: true, content: content("Notification"), ...ASSUMED },
          responses: { "2XX": { description: "Delivered", ...ASSUMED } },
          ...(specified.includes(event) ? {} : ASSUMED),
        },
      },
    ]),
  );
}

function header(name: string, description: string): Json {
  return {
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
    ...ASSUMED,
  };
}

const conversion: ConversionConfig = {
  target: "draft-2020-12",
  errorMode: "throw",
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  // Only a client takes an amount as text as well; the service says a number.
  overrideSchema: ({ valibotSchema }) =>
    valibotSchema.type === "union" ? { type: "number" } : undefined,
  // The contract's `source` becomes `x-assumed`, and nothing where it says `specified`.
  overrideAction: ({ valibotAction, jsonSchema }) => {
    if (valibotAction.type !== "metadata") return undefined;
    const members = Object.entries(jsonSchema);
    const schema = Object.fromEntries(members.filter(([name]) => name !== "source"));
    const open = members.some(([name, value]) => name === "source" && value === "assumed");
    return open ? { ...schema, ...ASSUMED } : schema;
  },
};
