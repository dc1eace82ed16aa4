"""How one gets in: the web application, its routes and sockets, and the client's files."""
