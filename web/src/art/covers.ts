/* The printed covers of the four rooms; they do not change with the theme. */

import connection from "./cover-connection.svg";
import estoril from "./cover-estoril.svg";
import second from "./cover-second.svg";
import wink from "./cover-wink.svg";

export const COVERS: Readonly<Record<string, string>> = { second, connection, estoril, wink };
