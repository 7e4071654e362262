/** The member `email` of what `config/plugins.js` of Strapi returns. */
export const makePlugin = (transport) => ({
  config: {
    provider: "nodemailer",
    providerOptions: transport,
    settings: { defaultFrom: "Fjord <hello@fjord.example>" }
  }
})
