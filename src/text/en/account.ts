export const account = {
  labels: {
    id: "Account",
    store: "Store",
    name: "Name",
    email: "E-mail",
    document: "CPF/CNPJ",
    document_type: "Document type",
    status: "Status",
    environment: "Environment",
    permissions: "Permissions",
    limits: "Limits",
    fees: "Fees",
    created_at: "Created",
  },
};
