// The packed tables, as bytes of the module; ARCHON_PACKED is the file that archon_pack wrote.
extern const unsigned char archon_packed[];
extern const unsigned archon_packed_size;

const unsigned char archon_packed[] = {
#embed ARCHON_PACKED
};
const unsigned archon_packed_size = sizeof archon_packed;
