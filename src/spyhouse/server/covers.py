"""Cover names for guests who have not named themselves: two words that are read alike in English and in Polish."""

from __future__ import annotations

import secrets
from collections import deque


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


FIRST = _words("""
Ada Adela Aldo Alma Amelia Anton Aron Astrid Aurora Axel Bela Berta Bianca Blanka Bruno Carmen Cecil Celina Clara Cyril Dana
Daria Delia Diana Dora Edgar Edwin Elena Elias Elvira Emil Emma Ernest Felix Fiona Flora Frida Gala Gerda Greta Gustav Hanna
Hektor Helga Henri Hugo Ida Igor Ilona Ines Irena Irma Isidor Ivo Jana Jonas Judith Julia Karin Klara Konrad Lara Laura Lea
Leon Leo Lidia Lilian Linda Lola Lora Lotta Luna Magda Malina Marika Marlena Marta Max Melba Milan Mila Mira Miron Mona Nadia
Natan Nela Nestor Nina Nora Norma Odeta Olaf Olga Oliver Oskar Otto Paula Petra Ralf Rita Robin Roman Rosa Rufus Sabina
Samuel Selma Silvia Simon Sofia Stella Tamara Tekla Teodor Tessa Tibor Ulla Vera Viktor Vilma Viola Wanda Xenia Zelda Zita
Zora
""")

SECOND = _words("""
Agat Alfa Altair Amaranta Ametyst Antares Arcus Argus Atlas Azalia Bazalt Beryl Bolero Bora Borealis Cantata Capella Castor
Cedar Ceres Cobra Corona Corvus Delta Dorado Duna Eclipse Echo Fado Falcon Fauna Fenix Fiord Flamenco Fuga Galena Gamma
Gazela Granat Hermes Hiacynt Iris Jaguar Jasmin Kobalt Kondor Koral Lagun Lambda Largo Lazur Libra Lira Lotos Lynx Magnolia
Maestro Malachit Mambo Marabut Mars Meridian Merkur Mimoza Mistral Monsun Morion Nebula Nefryt Neptun Nimbus Nokturn Oliwin
Omega Onyks Opal Orion Orkan Panda Pantera Pasat Pegaz Peonia Perla Platan Pluton Polaris Pollux Preludium Prisma Procyon
Puma Radar Regulus Rigel Rondo Rubin Saturn Sektor Sepia Serpens Sigma Sirius Sirocco Solaris Sonata Sonet Szafir Tajfun
Tango Tiara Topaz Tornado Trion Tukan Turmalin Uran Vega Wenus Werbena Zefir Zenit Zodiak
""")

RECENT = 60  # names whose words are not used again: whoever meets at a table has mostly come at about the same time


class CoverNames:
    """Hands out names that differ in both words from those before."""

    def __init__(self) -> None:
        self._recent: deque[str] = deque(maxlen=2 * RECENT)

    def next(self) -> str:
        words = [secrets.choice([word for word in words if word not in self._recent]) for words in (FIRST, SECOND)]
        self._recent.extend(words)
        return " ".join(words)
