/** Where rows and secrets have the id of their tenant, those of the operator have this. */
export const operatorOwner = ""
