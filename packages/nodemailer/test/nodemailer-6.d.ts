// Its types are another package, for another version of the types of this one.
declare module "nodemailer-6" {
  export const createTransport: (transport: object) => object
}
