/** Users and tokens of Auth.js, which an application keeps in its database. */
export const memoryAdapter = () => {
  const users = new Map()
  const tokens = new Map()
  const sessions = new Map()
  const userOf = (email) => [...users.values()].find((user) => user.email === email) ?? null
  return {
    createUser: (user) => {
      users.set(user.id, user)
      return user
    },
    getUser: (id) => users.get(id) ?? null,
    getUserByEmail: userOf,
    updateUser: (user) => {
      users.set(user.id, { ...users.get(user.id), ...user })
      return users.get(user.id)
    },
    createVerificationToken: (token) => {
      tokens.set(token.token, token)
      return token
    },
    useVerificationToken: ({ token }) => {
      const found = tokens.get(token) ?? null
      tokens.delete(token)
      return found
    },
    createSession: (session) => {
      sessions.set(session.sessionToken, session)
      return session
    },
    getSessionAndUser: (token) => {
      const session = sessions.get(token)
      return session === undefined ? null : { session, user: users.get(session.userId) }
    },
    updateSession: () => null
  }
}
